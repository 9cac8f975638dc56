import { COMPANY } from '../content/company.ts';
import { notify } from '../../ui/toast.ts';

/** Runs a person's command and shows a failure. Never rejects. */
export async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    console.error('A request could not be changed:', error);
    void notify.error(
      `That did not work. Please reload the page and try again, or call ${COMPANY.phone}.`,
    );
  }
}
