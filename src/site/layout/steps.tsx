import { COMPANY } from '../content/company.ts';

const { call, visit, check } = COMPANY.steps;

/** The steps of a job after its request. */
export function WhatHappensNext() {
  return (
    <>
      <h2 className="text-xl font-bold">What happens next</h2>
      <ol className="mt-4 grid gap-4">
        {[call, visit, check].map(({ title, text }, i) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-brand text-sm font-bold text-on-brand"
            >
              {i + 1}
            </span>
            <div>
              <h3 className="text-base font-bold">{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
