import type { Page } from '@playwright/test';
import type { Device } from './device.ts';

/** An installable app. */
export interface App {
  /** The manifest's id, resolved. */
  id: string;
  /** A page with a link to the manifest. */
  page: string;
}

/** The site's two apps at an origin. */
export const appsOf = (origin: string): { site: App; portal: App } => ({
  site: { id: `${origin}/`, page: `${origin}/` },
  portal: { id: `${origin}/admin/`, page: `${origin}/admin/login` },
});

/** The browser's own commands for apps, as in its menus but without dialogs. */
export async function controlApps(device: Device) {
  const cdp = await device.controlBrowser();
  return {
    /** Installs the app into its own window, as the dialog does. Throws if the browser refuses. */
    async install({ id, page }: App): Promise<void> {
      await cdp.send('PWA.install', { manifestId: id, installUrlOrBundleUrl: page });
      await cdp.send('PWA.changeAppUserSettings', { manifestId: id, displayMode: 'standalone' });
    },
    /** Uninstalls the app; its data stays. */
    async uninstall({ id }: App): Promise<void> {
      await cdp.send('PWA.uninstall', { manifestId: id });
    },
    /** Opens the app as its icon does. Throws if it is not installed. */
    async launch({ id }: App): Promise<Page> {
      const opened = device.context.waitForEvent('page');
      await cdp.send('PWA.launch', { manifestId: id });
      return opened;
    },
  };
}
