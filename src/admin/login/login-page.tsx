export default function LoginPage() {
  return <h1 className="text-3xl font-extrabold">Admin Login</h1>;
}
