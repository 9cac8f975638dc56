export type UnusablePicture =
  'unreadable' | 'empty' | 'heic' | 'not-a-picture' | 'too-large' | 'altered';

/** Why a chosen file cannot be published, and the remedy. */
export const PICTURE_PROBLEMS: Record<UnusablePicture, string> = {
  unreadable: 'This file could not be read. Please choose it again',
  empty: 'This file is empty. Please choose another one',
  heic: 'This is a HEIC photo from an iPhone, which this browser cannot open. Send it to yourself as a JPEG, or set Settings, Camera, Formats to “Most Compatible” and take it again',
  'not-a-picture':
    'This file is not an image that can be opened here. Please choose a JPEG, PNG or WebP image',
  'too-large': 'This image is too large, even made smaller. Please choose another one',
  altered:
    'This browser alters pictures to protect you from being recognised. Allow this site to use image data, or use another browser',
};
