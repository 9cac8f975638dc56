/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Empty: the embedded backend on the page's own origin. */
  readonly VITE_SUPABASE_URL: string;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY: string;
}

declare module '*&picture' {
  const picture: import('./ui/picture.tsx').PictureFile;
  export default picture;
}
