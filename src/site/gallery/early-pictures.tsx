import { Thumbnail } from './thumbnail.tsx';

/** The id of the placeholders in which the document's loader draws the newest pictures. */
export const PLACES_ID = 'places';

/** A thumbnail without its address, of a picture and of a pair, for the loader. */
export const EARLY_PICTURES = {
  single: <Thumbnail url="" alt="" isPair={false} />,
  pair: <Thumbnail url="" alt="" isPair />,
};
