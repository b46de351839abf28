/** The stable key of a new item, made from its name: 'Bolo de fuba!' → 'bolo-de-fuba', or 'bolo-de-fuba-2' if it is taken. */
export function keyFrom(name: string, taken: readonly unknown[], max: number): string {
  const word =
    name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^[^a-z]+|-+$/g, '')
      .slice(0, max - 4)
      .replace(/-+$/, '') || 'item'
  const base = word.length > 1 ? word : `${word}-1`
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(key)) return key
  }
}
