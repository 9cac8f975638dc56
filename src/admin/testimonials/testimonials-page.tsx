export default function TestimonialsPage() {
  return <h1 className="text-3xl font-extrabold">Testimonials Manager</h1>;
}
