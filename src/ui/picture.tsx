/** A picture made by the build: `import hero from './hero.png?w=800,1200&picture'`. */
export interface PictureFile {
  /**
   * The common beginning of its files' addresses: `/assets/hero-…` stands for
   * `/assets/hero-…-800.avif` and so on.
   */
  stem: string;
  /** In pixels, the largest last. Each exists as AVIF and as WebP. */
  widths: readonly number[];
  /** Width and height of the largest file. */
  width: number;
  height: number;
}

interface PictureProps {
  picture: PictureFile;
  /** Empty for a decorative picture. */
  alt: string;
  /** The `sizes` attribute: the displayed width. */
  sizes: string;
  className?: string;
  /** True for the page's first picture. Others load when they come near the screen. */
  first?: boolean;
  /** Another picture for screens that match this media query. */
  instead?: { media: string; picture: PictureFile; sizes: string };
}

const address = ({ stem }: PictureFile, width: number, format: 'avif' | 'webp') =>
  `${stem}-${width}.${format}`;

const sourceSet = (picture: PictureFile, format: 'avif' | 'webp') =>
  picture.widths.map((width) => `${address(picture, width, format)} ${width}w`).join(', ');

/** Hidden, because a grid would give each `source` a cell. */
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

/**
 * A picture in the format and size that fit browser and screen. Its space is reserved while it
 * loads.
 */
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
