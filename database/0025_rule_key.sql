-- A rule's stable word in the company's file (D13): tills name the rule by it.
alter table calculation_rule add column key text;

-- Rules from before have a key of their name: 'Dia em dobro' → 'dia-em-dobro'. Where that is no key, or two names make one,
-- a key of the rule's id.
with named as (
  select company_id, id,
         left(regexp_replace(regexp_replace(lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')),
                                            '[^a-z0-9]+', '-', 'g'),
                             '^[^a-z]+|-+$', '', 'g'), 31) as word
    from calculation_rule
), numbered as (
  select named.*, row_number() over (partition by company_id, word order by id) as nth
    from named
)
update calculation_rule
   set key = case when word ~ '^[a-z][a-z0-9-]{1,30}$' and nth = 1 then word
                  else 'regra-' || left(md5(calculation_rule.id::text), 12)
             end
  from numbered
 where numbered.company_id = calculation_rule.company_id
   and numbered.id = calculation_rule.id;
update company
   set file = jsonb_set(file, '{calculation_rules}', (
         select jsonb_agg(jsonb_build_object('key', rule.key) || written.rule order by written.n)
           from jsonb_array_elements(company.file -> 'calculation_rules') with ordinality written (rule, n)
           join calculation_rule rule on rule.company_id = company.company_id and rule.name = written.rule ->> 'name'))
 where exists (select from calculation_rule rule where rule.company_id = company.company_id);

alter table calculation_rule
  alter column key set not null,
  add constraint calculation_rule_key check (key ~ '^[a-z][a-z0-9-]{1,30}$'),
  add unique (company_id, key),
  -- Two rules may swap their names; within a file names differ.
  drop constraint calculation_rule_company_id_name_key,
  -- Null: no longer in the company's file. The row stays, because records name it.
  alter column position drop not null;
