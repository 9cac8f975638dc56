import { ensureChromium } from './ensure-chromium.mjs';

ensureChromium();
