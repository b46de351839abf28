import { ApiError } from '#api/http/api-error.ts'
import type { CustomerData } from '#contract/privacy.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

type Favorite = { company_id: string; customer_id: string; prize_id: string; now: Date }

/** Marks a prize as a favourite. A repeat changes nothing. Throws `not_found`, and `unauthenticated` for an erased customer. */
export async function addFavorite(database: Database, favorite: Favorite): Promise<void> {
  const { company_id, customer_id, prize_id, now } = favorite
  const prize = await row<{ is_here: boolean }>(
    database,
    sql`with known as (
          select id, hold_customer(${company_id}, ${customer_id}) as is_here
            from prize
           where company_id = ${company_id} and id = ${prize_id} and show_in_store),
        added as (
          insert into prize_favorite (company_id, customer_id, prize_id, created_at)
          select ${company_id}, ${customer_id}, id, ${now} from known where is_here
          on conflict do nothing)
        select is_here from known`,
  )
  if (!prize) throw new ApiError('not_found')
  if (!prize.is_here) throw new ApiError('unauthenticated')
}

/** Removes the mark, also from a hidden prize. Without a mark nothing changes. Throws `not_found`. */
export async function removeFavorite(database: Database, favorite: Favorite): Promise<void> {
  const { company_id, customer_id, prize_id } = favorite
  const prize = await row(
    database,
    sql`with removed as (
          delete from prize_favorite
           where company_id = ${company_id} and customer_id = ${customer_id} and prize_id = ${prize_id})
        select id from prize where company_id = ${company_id} and id = ${prize_id}`,
  )
  if (!prize) throw new ApiError('not_found')
}

/** The customer's marks, newest first, for the person's export, including prizes that the company has removed. */
export function favorites(
  database: Database,
  { company_id, customer_id }: Pick<Favorite, 'company_id' | 'customer_id'>,
): Promise<CustomerData['favorites']> {
  return rows(
    database,
    sql`select marked.prize_id, prize.name, marked.created_at
          from prize_favorite marked
          join prize on prize.company_id = marked.company_id and prize.id = marked.prize_id
         where marked.company_id = ${company_id}
           and marked.customer_id = ${customer_id}
         order by marked.created_at desc`,
  )
}
