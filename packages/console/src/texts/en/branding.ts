// English. The pages about branding.
import type { BrandingTexts } from '../shape/branding.ts'

/** The texts of branding. */
export function branding(): BrandingTexts {
  return {
    heading: 'Branding',
    lead: 'The look of the sign-in pages. The preview shows what you typed; people see it once you save it.',
    save: 'Save branding',
    show: 'Show preview',
    schemes: { light: 'Light', dark: 'Dark' },
    preview: (scheme) => `Preview of the sign-in page: ${scheme}`,
    contrasts: { text: 'Text on the background', link: 'Links on the background', warning: 'Warnings on the background' },
    readable: 'Easy to read',
    hardToRead: 'Hard to read: the pages mix the colour until it reaches 4.5 : 1',
    images: { logo: 'Logo', logoDark: 'Logo for dark pages', icon: 'Icon of the browser tab' },
    imageHelp: 'PNG, JPEG, WebP or SVG, at most 64 KiB.',
    removeImage: (image) => `Remove: ${image}`,
    problems: {
      image_malformed: 'The file is not an image. Choose a PNG, JPEG, WebP or SVG file.',
      image_too_large: 'The image is larger than 64 KiB. Choose a smaller one.',
      image_unsupported: 'The content is not what the name of the file says. Choose a PNG, JPEG, WebP or SVG file.',
    },
  }
}
