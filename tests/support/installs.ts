import type { Page } from '@playwright/test';
import type { Device } from './device.ts';

/** What can be installed, by its address. */
export interface App {
  /** The manifest's id, resolved. */
  id: string;
  /** A page that names the manifest. */
  page: string;
}

/** The two apps of the site that is served at an origin. */
export const appsOf = (origin: string): { site: App; portal: App } => ({
  site: { id: `${origin}/`, page: `${origin}/` },
  portal: { id: `${origin}/admin/`, page: `${origin}/admin/login` },
});

/** The browser's own commands for apps: what its menus do, without the dialogs. */
export async function controlApps(device: Device) {
  const cdp = await device.controlBrowser();
  return {
    /** Installs it into a window of its own, as the dialog does. Throws when the browser refuses. */
    async install({ id, page }: App): Promise<void> {
      await cdp.send('PWA.install', { manifestId: id, installUrlOrBundleUrl: page });
      await cdp.send('PWA.changeAppUserSettings', { manifestId: id, displayMode: 'standalone' });
    },
    /** Removes it; its data stays. */
    async uninstall({ id }: App): Promise<void> {
      await cdp.send('PWA.uninstall', { manifestId: id });
    },
    /** Opens it as its icon does. Throws when it is not installed. */
    async launch({ id }: App): Promise<Page> {
      const opened = device.context.waitForEvent('page');
      await cdp.send('PWA.launch', { manifestId: id });
      return opened;
    },
  };
}
