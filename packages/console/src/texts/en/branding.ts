// English. The pages about branding.

/** The texts of branding. */
export const branding = {
  heading: 'Branding',
  lead: 'Customize the sign-in pages. The preview shows your unsaved changes; users see them after you save.',
  save: 'Save branding',
  show: 'Show preview',
  schemes: { light: 'Light', dark: 'Dark' },
  preview: (scheme: string): string => `Sign-in page preview: ${scheme}`,
  contrasts: { text: 'Text on the background', link: 'Links on the background', warning: 'Warnings on the background' },
  readable: 'Easy to read',
  hardToRead: 'Hard to read: the pages adjust the colour until its contrast reaches 4.5 : 1',
  images: { logo: 'Logo', logoDark: 'Logo for dark mode', icon: 'Browser tab icon' },
  imageHelp: 'PNG, JPEG, WebP or SVG, up to 64 KiB.',
  removeImage: (image: string): string => `Remove: ${image}`,
  problems: {
    image_malformed: 'This file is not an image. Choose a PNG, JPEG, WebP or SVG file.',
    image_too_large: 'The image is larger than 64 KiB. Choose a smaller one.',
    image_unsupported: 'The content of this file does not match its type. Choose a PNG, JPEG, WebP or SVG file.',
  },
}

/** The texts of `branding` in any language. */
export type BrandingTexts = typeof branding
