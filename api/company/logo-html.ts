import { escapeHtml } from '#api/http/escape-html.ts'
import { darkLogo, type LogoBrand } from '#contract/brand/logo.ts'
import { pictureSource } from '#contract/brand/picture.ts'

/** Writes the same `src` and `srcset` as the portal's CompanyLogo, so that the browser loads one picture. */
export function logoHtml(
  company: LogoBrand,
  { alt, className }: { alt: string; className?: string },
): string {
  const dark = darkLogo(company)
  const darkSource = dark && pictureSource(dark.url, sizes)
  const source = darkSource
    ? `<source media="${dark.media}" srcset="${darkSource.srcSet ?? darkSource.src}"${sizesOf(darkSource)}>`
    : ''
  const logo = pictureSource(company.logo_url, sizes)
  const srcSet = logo.srcSet ? ` srcset="${logo.srcSet}"${sizesOf(logo)}` : ''
  const classAttribute = className ? ` class="${className}"` : ''
  return `<picture>${source}<img${classAttribute} src="${logo.src}"${srcSet} alt="${escapeHtml(alt)}"></picture>`
}

const sizes = '12rem'

function sizesOf(source: { sizes?: string }): string {
  return source.sizes ? ` sizes="${source.sizes}"` : ''
}

/** CSS for an `img` of a page in the company's colours: the plate of a logo that is illegible on a dark surface. */
export const logoPlateCss =
  'border-radius:.25rem;background:var(--logo-plate,transparent);box-shadow:0 0 0 .25rem var(--logo-plate,transparent)'
