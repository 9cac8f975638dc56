import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import type { ResolvingScreen } from '../../core/mutations/admin-mutation.ts';
import { answerPath } from '../booking/answer-path.ts';
import { useWaiting } from '../list/use-waiting.ts';
import { Icon } from '../../ui/icon.tsx';

const pathOf = (at: ResolvingScreen): string =>
  at.screen === 'answer' ? answerPath(at.bookingId) : ENTITIES[at.entity].path;

/** `1 change needs attention`. */
export const attentionText = (count: number) =>
  count === 1 ? '1 change needs attention' : `${count} changes need attention`;

interface AttentionLinkProps {
  className: string;
  onFollow?: () => void;
}

/** Leads to the refused changes, which wait for their administrator; nothing without any. */
export function AttentionLink({ className, onFollow }: AttentionLinkProps) {
  const { refused, resolvedAt } = useWaiting();
  const content = (
    <>
      <Icon name="alert" className="size-4 shrink-0" />
      <span>{attentionText(refused)}</span>
    </>
  );
  if (refused === 0) return null;
  // A newer release has stored it, and knows its screen.
  if (!resolvedAt) return <p className={className}>{content}</p>;
  return (
    <Link to={pathOf(resolvedAt)} className={className} onClick={onFollow}>
      {content}
    </Link>
  );
}
