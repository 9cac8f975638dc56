import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import heroTall from '../art/hero-tall.webp';
import heroWide from '../art/hero-wide.webp';
import { COMPANY } from '../content/company.ts';

export function Hero() {
  return (
    <section className="overflow-hidden bg-tint">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 pt-12 pb-14 sm:px-6 lg:grid-cols-[1.05fr_1fr] lg:gap-14 lg:py-20">
        <div>
          <p className="mb-4 flex items-center gap-2 font-semibold text-brand">
            <Icon name="pin" />
            {COMPANY.address}
          </p>
          <h1 className="text-[2.6rem] font-extrabold sm:text-6xl">
            Professional Cleaning{' '}
            <span className="underline decoration-accent decoration-[0.1em] underline-offset-[0.1em]">Excellence</span> Delivered
          </h1>
          <p className="mt-5 max-w-xl text-lg sm:text-xl">
            Professional, reliable, eco-friendly cleaning for homes and businesses. Tell us what you need in two minutes, even
            without a connection.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to="/booking" className={`${buttonClass('primary')} text-lg`}>
              Book a Service
            </Link>
            <a href={COMPANY.phoneLink} className={`${buttonClass('secondary')} text-lg`}>
              <Icon name="phone" />
              Call {COMPANY.phone}
            </a>
          </div>
        </div>
        <div className="relative">
          <div aria-hidden="true" className="absolute -inset-x-6 top-8 -bottom-8 rounded-[3rem] bg-brand-glow lg:-inset-x-8 lg:-rotate-3" />
          <picture>
            <source media="(min-width: 64rem)" srcSet={heroTall} width={1000} height={970} />
            <img
              src={heroWide}
              width={800}
              height={500}
              alt="A sunny living room with a teal sofa, coral armchair and round rug, a mop, foamy bucket and spray bottle ready on the clean wooden floor."
              fetchPriority="high"
              className="relative h-auto w-full rounded-[2rem] shadow-float dark:brightness-90"
            />
          </picture>
        </div>
      </div>
    </section>
  );
}
