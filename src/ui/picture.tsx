/** A picture as the build makes it: `import hero from './hero.png?w=800,1200&picture'`. */
export interface PictureFile {
  /** Source sets: addresses with their widths. */
  avif: string;
  webp: string;
  /** The largest WebP, for what knows no source sets. */
  src: string;
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

/** Hidden, because a browser would give each a place of its own in a grid. */
const Sources = ({ picture: { avif, webp, width, height }, ...rest }: { picture: PictureFile; sizes: string; media?: string }) => (
  <>
    <source className="hidden" type="image/avif" srcSet={avif} width={width} height={height} {...rest} />
    <source className="hidden" type="image/webp" srcSet={webp} width={width} height={height} {...rest} />
  </>
);

/** A picture in the format and the size that suit the browser and the screen. Its place is kept while it loads. */
export function Picture({ picture, alt, sizes, className = '', first = false, instead }: PictureProps) {
  return (
    <picture className="contents">
      {instead && <Sources {...instead} />}
      <Sources picture={picture} sizes={sizes} />
      <img
        src={picture.src}
        width={picture.width}
        height={picture.height}
        alt={alt}
        className={`h-auto w-full dark:brightness-90 ${className}`}
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}
