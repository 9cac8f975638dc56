import { Notice } from '../../ui/notice.tsx';

export interface UploadFailure {
  name: string;
  message: string;
}

/** The files that were not uploaded, each with the reason. */
export function UploadFailures({ failures }: { failures: readonly UploadFailure[] }) {
  return (
    <div role="alert" className="empty:hidden">
      {failures.length > 0 && (
        <Notice tone="error" title={`${failures.length} file(s) not uploaded`}>
          <ul className="grid gap-1.5 wrap-anywhere">
            {failures.map(({ name, message }, index) => (
              <li key={index}>
                <strong>{name}</strong>: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
