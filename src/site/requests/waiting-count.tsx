import type { DeliveryState, SubmissionCard } from '../../core/mutations/my-requests.ts';
import { useRequests } from '../../runtime/use-requests.ts';

/** The state of a request, or of its sender's answer to a booking that is not with us yet. */
function stateOfSender({ state, answers }: SubmissionCard): DeliveryState {
  const unsent = answers?.unsent;
  if (!unsent) return state;
  return unsent.attention ? 'attention' : 'waiting';
}

/** The number of requests that wait or need their sender; nothing for zero. */
export default function WaitingCount() {
  const requests = useRequests();
  if (requests.status !== 'ready') return null;
  const count = (...states: DeliveryState[]) =>
    requests.submissions.filter((request) => states.includes(stateOfSender(request))).length;
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
