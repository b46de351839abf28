import { type Database, rows, sql } from '#database/sql.ts'

type Period = { company_id: string; time_zone: string; from_at: string }
type Guessed = {
  subject: string
  day: string
  events: number
  partner_key_id: string
  shop: string
  first_at: string
  last_at: string
}

/** The customers whose authorisations got at least `least` wrong codes on a day, with the last till key. They are at most `limit`. */
export function wrongCodesByCustomer(
  database: Database,
  { company_id, time_zone, from_at }: Period,
  { least, limit }: { least: number; limit: number },
): Promise<Guessed[]> {
  return rows<Guessed>(
    database,
    sql`select customer_id as subject, (created_at at time zone ${time_zone})::date as day, sum(wrong_codes)::bigint as events,
               (array_agg(partner_key_id order by created_at desc))[1] as partner_key_id,
               (array_agg(subsidiary_name order by created_at desc))[1] as shop,
               min(created_at) as first_at, max(created_at) as last_at
          from intention
         where company_id = ${company_id}
           and wrong_codes > 0
           and created_at >= ${from_at}
         group by 1, 2
        having sum(wrong_codes) >= ${least}
         order by events desc, 1
         limit ${limit}`,
  )
}
