/** A picture as the build makes it: `import hero from './hero.png?w=800,1200&picture'`. */
export interface PictureFile {
  /** What the addresses of all its files begin with: `/assets/hero-…` stands for `/assets/hero-…-800.avif` and so on. */
  stem: string;
  /** In pixels, the largest last. Each is there as AVIF and as WebP. */
  widths: readonly number[];
  /** Of the largest. */
  width: number;
  height: number;
}

interface PictureProps {
  picture: PictureFile;
  /** Empty for a picture that only decorates. */
  alt: string;
  /** How wide it is shown, as the attribute of the same name. */
  sizes: string;
  className?: string;
  /** True for the one picture that a page opens with. The others load when they come near the screen. */
  first?: boolean;
  /** Another picture where the screen is like this. */
  instead?: { media: string; picture: PictureFile; sizes: string };
}

const address = ({ stem }: PictureFile, width: number, format: 'avif' | 'webp') =>
  `${stem}-${width}.${format}`;

const sourceSet = (picture: PictureFile, format: 'avif' | 'webp') =>
  picture.widths.map((width) => `${address(picture, width, format)} ${width}w`).join(', ');

/** Hidden, because a browser would give each a place of its own in a grid. */
const Sources = ({ picture, ...rest }: { picture: PictureFile; sizes: string; media?: string }) =>
  (['avif', 'webp'] as const).map((format) => (
    <source
      key={format}
      className="hidden"
      type={`image/${format}`}
      srcSet={sourceSet(picture, format)}
      width={picture.width}
      height={picture.height}
      {...rest}
    />
  ));

/** A picture in the format and the size that suit the browser and the screen. Its place is kept while it loads. */
export function Picture({
  picture,
  alt,
  sizes,
  className = '',
  first = false,
  instead,
}: PictureProps) {
  return (
    <picture className="contents">
      {instead && <Sources {...instead} />}
      <Sources picture={picture} sizes={sizes} />
      <img
        src={address(picture, picture.width, 'webp')}
        width={picture.width}
        height={picture.height}
        alt={alt}
        className={`h-auto w-full dark:dimmed ${className}`}
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}
