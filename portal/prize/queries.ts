import { query } from '#portal/query.ts'

export const prize = (id: string) => query('GET /prize/{id}', { params: { id } })
