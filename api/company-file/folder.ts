import { readFile } from 'node:fs/promises'

/**
 * The only line of an exported file of codes or keys. When it is applied, the codes or keys in the database stay. An export
 * contains neither, because codes are worth prizes and keys sign passes (T16).
 */
export const asApplied = '= as applied'

/** The position of a field in company.yaml. */
export type PlaceOf = (field: PropertyKey[]) => string

/** The file's content; undefined for a path without a file. Throws any other error, such as a missing permission. */
export async function fileAt(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      return undefined
    }
    throw error
  }
}
