import { useRequests } from '../../runtime/submissions/use-requests.ts';

/** How many requests wait on this device; nothing when none does. */
export default function WaitingCount() {
  const requests = useRequests();
  if (requests.status !== 'ready') return null;
  const waiting = requests.requests.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  if (waiting === 0) return null;
  return (
    <span className="rounded-full bg-sun px-2.5 whitespace-nowrap text-sm font-bold text-[#33260a]">
      {waiting} waiting
    </span>
  );
}
