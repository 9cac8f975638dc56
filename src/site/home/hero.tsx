import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import heroPortrait from '../art/hero-portrait.png?w=520,1000&picture';
import hero from '../art/hero.png?w=420,800,1200&picture';
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
            <Link to="/services" className={`${buttonClass('secondary')} text-lg`}>
              Our Services
            </Link>
          </div>
        </div>
        <div className="relative">
          <div aria-hidden="true" className="absolute -inset-x-6 top-8 -bottom-8 rounded-[3rem] bg-brand-glow lg:-inset-x-8 lg:-rotate-3" />
          <Picture
            picture={hero}
            sizes="calc(100vw - 2rem)"
            instead={{ media: '(min-width: 64rem)', picture: heroPortrait, sizes: '31rem' }}
            alt="A sunny living room with a teal sofa, coral armchair and round rug, a mop, foamy bucket and spray bottle ready on the clean wooden floor."
            className="relative rounded-[2rem] shadow-float"
            first
          />
        </div>
      </div>
    </section>
  );
}
