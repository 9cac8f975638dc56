import { Navigate } from 'react-router-dom';
import { useAuth } from '../../runtime/auth/use-auth.ts';
import { Card } from '../../ui/card.tsx';
import { LogoMark } from '../../ui/logo-mark.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginNotices } from './login-notices.tsx';

/** The way in. An administrator who is signed in already is led on. */
export default function LoginPage() {
  const auth = useAuth();
  if (auth.status === 'signed-in' && auth.isAdmin) return <Navigate to="/admin/dashboard" replace />;
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-6 px-4 py-10">
      <div className="grid justify-items-center gap-3 text-center">
        <a href="/" aria-label="Home page" className="rounded-xl">
          <LogoMark />
        </a>
        <h1 className="text-3xl font-extrabold">Admin Login</h1>
        <p className="text-muted">For the staff of the office.</p>
      </div>
      <LoginNotices auth={auth} />
      <Card>
        <LoginForm />
      </Card>
      <p className="text-center">
        <a href="/" className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4">
          Back to the website
        </a>
      </p>
    </main>
  );
}
