import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RequestView } from '../../core/outbox/requests.ts';
import { editRequest } from '../../runtime/actions.ts';
import { loadDraft } from '../../runtime/drafts.ts';
import { notify } from '../../ui/toast.ts';
import { attempt } from './attempt.ts';
import { FORM_PATHS } from './form-paths.ts';

interface Editing {
  /** True while the person has to say whether an unfinished form may be overwritten. */
  asking: boolean;
  start: () => void;
  overwrite: () => void;
  cancel: () => void;
}

/** Takes a request out of the queue and opens its form with what it held. */
export function useEditRequest({ id, kind, reference }: RequestView): Editing {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();

  const edit = async () => {
    if (!(await editRequest(id))) {
      void notify.error(`${reference} can no longer be edited: it may already have reached us.`);
      return;
    }
    await navigate(FORM_PATHS[kind]);
  };

  return {
    asking,
    start: () =>
      void attempt(async () => {
        if (await loadDraft(kind)) setAsking(true);
        else await edit();
      }),
    overwrite: () => void attempt(edit),
    cancel: () => setAsking(false),
  };
}
