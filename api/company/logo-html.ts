import { escapeHtml } from '#api/http/escape-html.ts'
import { pictureSource } from '#contract/brand/picture.ts'
import type { Company } from '#contract/company.ts'

/** Writes the same `src` and `srcset` as the portal's CompanyLogo, so that the browser loads one picture. */
export function logoHtml(
  { logo_url, logo_dark_url }: Pick<Company, 'logo_url' | 'logo_dark_url'>,
  { alt, className }: { alt: string; className?: string },
): string {
  const dark = logo_dark_url === null ? null : pictureSource(logo_dark_url, sizes)
  const source = dark
    ? `<source media="(prefers-color-scheme: dark)" srcset="${dark.srcSet ?? dark.src}"${sizesOf(dark)}>`
    : ''
  const logo = pictureSource(logo_url, sizes)
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
