// German. The pages about branding.
import type { BrandingTexts } from '../en/branding.ts'

/** The texts of branding. */
export function branding(): BrandingTexts {
  return {
    heading: 'Branding',
    lead: 'Passen Sie die Anmeldeseiten an. Die Vorschau zeigt ungespeicherte Änderungen; Benutzer sehen sie, sobald Sie speichern.',
    save: 'Branding speichern',
    show: 'Vorschau anzeigen',
    schemes: { light: 'Hell', dark: 'Dunkel' },
    preview: (scheme) => `Vorschau der Anmeldeseite: ${scheme}`,
    contrasts: { text: 'Text auf dem Hintergrund', link: 'Links auf dem Hintergrund', warning: 'Warnungen auf dem Hintergrund' },
    readable: 'Gut lesbar',
    hardToRead: 'Schlecht lesbar: Die Seiten passen die Farbe an, bis der Kontrast 4,5 : 1 erreicht',
    images: { logo: 'Logo', logoDark: 'Logo für den Dunkelmodus', icon: 'Symbol im Browser-Tab' },
    imageHelp: 'PNG, JPEG, WebP oder SVG, bis 64 KiB.',
    removeImage: (image) => `Entfernen: ${image}`,
    problems: {
      image_malformed: 'Diese Datei ist kein Bild. Wählen Sie eine PNG-, JPEG-, WebP- oder SVG-Datei.',
      image_too_large: 'Das Bild ist größer als 64 KiB. Wählen Sie ein kleineres.',
      image_unsupported: 'Der Inhalt der Datei passt nicht zu ihrem Typ. Wählen Sie eine PNG-, JPEG-, WebP- oder SVG-Datei.',
    },
  }
}
