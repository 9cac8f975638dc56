import type { IconName } from '../../ui/icon.tsx';
import type { PictureFile } from '../../ui/picture.tsx';

/** A service as its card tells it. */
export interface Service {
  title: string;
  description: string;
  icon?: IconName;
  image?: { picture: PictureFile; alt: string };
  features: readonly string[];
}
