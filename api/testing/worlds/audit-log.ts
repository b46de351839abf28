import pg from 'pg'

import type { AuditAction } from '#contract/console/audit.ts'
import { inSchema } from '#database/sql.ts'

/**
 * Appends entries to a company's audit log, which continue its chain. Every thousandth revokes a key; the others are of `action`. On a
 * connection without time limits: 100,000 entries take about 20 s.
 */
export async function fillAuditLog(
  ownerUrl: string,
  company_id: string,
  { entries, at, action = 'key.made' }: { entries: number; at: Date; action?: AuditAction },
): Promise<void> {
  const connection = new pg.Client({ connectionString: ownerUrl, ...inSchema })
  await connection.connect()
  // One block. 100,000 calls of append_audit in one transaction would update one row as often, and read all its versions each time.
  await connection.query(`
    do $$
    declare
      first     bigint;
      before    bytea;
      detail    jsonb := '{"before": null, "after": {"name": "Caixa 1"}}';
      personal  jsonb;
      action    text;
      own       bytea;
      salt      bytea := decode(repeat('07', 16), 'hex');
    begin
      select sequence, hash into first, before from audit_head where company_id = '${company_id}';
      if not found then
        first := 0;
        before := no_audit_hash();
      end if;
      for n in first + 1 .. first + ${entries} loop
        personal := jsonb_build_object(
          'sentence', 'root@servidor criou a chave número ' || n, 'actor_name', 'root@servidor', 'address', null, 'before', null,
          'after', null);
        action := case n % 1000 when 0 then 'key.revoked' else '${action}' end;
        own := audit_hash(
          before, '${company_id}', n, '${at.toISOString()}', 'operator', null, action, n::text, detail,
          personal_hash(salt, personal));
        insert into audit_entry (company_id, sequence, at, actor_kind, action, subject, detail, personal_hash, previous_hash, hash)
        values ('${company_id}', n, '${at.toISOString()}', 'operator', action, n::text, detail,
                personal_hash(salt, personal), before, own);
        insert into audit_personal (company_id, sequence, salt, content) values ('${company_id}', n, salt, personal);
        before := own;
      end loop;
      insert into audit_head (company_id, sequence, hash) values ('${company_id}', first + ${entries}, before)
      on conflict (company_id) do update set sequence = excluded.sequence, hash = excluded.hash;
    end
    $$`)
  await connection.end()
}
