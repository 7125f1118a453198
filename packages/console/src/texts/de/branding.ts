// German. The pages about branding.
import type { BrandingTexts } from '../shape/branding.ts'

/** The texts of branding. */
export function branding(): BrandingTexts {
  return {
    heading: 'Erscheinungsbild',
    lead: 'Das Aussehen der Anmeldeseiten. Die Vorschau zeigt Ihre Eingaben; andere sehen sie, sobald Sie gespeichert haben.',
    save: 'Erscheinungsbild speichern',
    show: 'Vorschau anzeigen',
    schemes: { light: 'Hell', dark: 'Dunkel' },
    preview: (scheme) => `Vorschau der Anmeldeseite: ${scheme}`,
    contrasts: { text: 'Text auf dem Hintergrund', link: 'Links auf dem Hintergrund', warning: 'Warnungen auf dem Hintergrund' },
    readable: 'Gut lesbar',
    hardToRead: 'Schlecht lesbar: Die Seiten mischen die Farbe, bis sie 4,5 : 1 erreicht',
    images: { logo: 'Logo', logoDark: 'Logo für dunkle Seiten', icon: 'Symbol im Browser-Tab' },
    imageHelp: 'PNG, JPEG, WebP oder SVG, höchstens 64 KiB.',
    removeImage: (image) => `Entfernen: ${image}`,
    problems: {
      image_malformed: 'Die Datei ist kein Bild. Wählen Sie eine PNG-, JPEG-, WebP- oder SVG-Datei.',
      image_too_large: 'Das Bild ist größer als 64 KiB. Wählen Sie ein kleineres.',
      image_unsupported: 'Der Inhalt ist nicht, was der Name der Datei sagt. Wählen Sie eine PNG-, JPEG-, WebP- oder SVG-Datei.',
    },
  }
}
