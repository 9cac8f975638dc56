import { applyUpdate, onUpdateReady } from '../../runtime/app/updates.ts';
import { notify } from '../../ui/toast.ts';

/** Offers each new release once it can take over without taking anything from anybody. Nothing happens by itself. */
export const offerUpdates = () => onUpdateReady(() => offer('A new version is ready.'));

const offer = (text: string) =>
  void notify.info(text, {
    id: 'update',
    duration: Infinity,
    action: { label: 'Update now', onClick: () => void update() },
    cancel: { label: 'Later', onClick: () => undefined },
  });

async function update(): Promise<void> {
  if ((await applyUpdate()) === 'unsaved') offer('A form still has unsent text. Send or clear it first, then update.');
}
