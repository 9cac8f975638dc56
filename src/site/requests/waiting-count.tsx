import type { DeliveryState } from '../../core/waiting/my-requests.ts';
import { useRequests } from '../../runtime/use-requests.ts';

/** The number of requests and answers that wait or need their sender; nothing for zero. */
export default function WaitingCount() {
  const requests = useRequests();
  if (requests.status !== 'ready') return null;
  const all = [
    ...requests.submissions.map(({ state }) => state),
    ...requests.answers.map(({ unsent }) => (unsent.attention ? 'attention' : 'waiting')),
  ];
  const count = (...states: DeliveryState[]) =>
    all.filter((state) => states.includes(state)).length;
  const waiting = count('waiting', 'sending');
  const refused = count('attention');
  const texts = [
    waiting > 0 && `${waiting} waiting`,
    refused > 0 && `${refused} ${refused === 1 ? 'needs' : 'need'} attention`,
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <span className="rounded-full bg-sun px-2.5 whitespace-nowrap text-sm font-bold text-[#33260a]">
      {texts.join(', ')}
    </span>
  );
}
