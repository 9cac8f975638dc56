import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';

export function CallToAction() {
  return (
    <section className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 lg:pb-24">
      <div className="flex flex-col items-start gap-6 rounded-[2rem] bg-sand p-8 sm:p-12 lg:flex-row lg:items-center lg:justify-between">
        <div className="max-w-2xl">
          <h2 className="text-3xl font-extrabold sm:text-4xl">Ready for a cleaner space?</h2>
          <p className="mt-3 text-lg">
            Choose a service, a day and a time. We'll contact you to confirm. No connection right now? Your request waits on
            your device and is sent when there is one.
          </p>
        </div>
        <Link to="/booking" className={`${buttonClass('primary')} text-lg whitespace-nowrap`}>
          Schedule Your Service
        </Link>
      </div>
    </section>
  );
}
