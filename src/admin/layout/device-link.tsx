import { NavLink } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import { sidebarLinkClass } from './sidebar-link.ts';

/** The way to what this device keeps. */
export function DeviceLink({ onChosen }: { onChosen: (() => void) | undefined }) {
  return (
    <NavLink to="/admin/device" className={sidebarLinkClass} onClick={() => onChosen?.()}>
      <Icon name="device" />
      About this device
    </NavLink>
  );
}
