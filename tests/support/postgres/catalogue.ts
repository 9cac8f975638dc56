/** The schemas with objects of ours. */
const SCHEMAS = `('public', 'private', 'storage')`;
const inSchemas = (column: string) =>
  `${column} in (select oid from pg_namespace where nspname in ${SCHEMAS})`;

/** Each privilege of an access list, of which null means the default for its kind of object. */
const grantsOf = (acl: string, owner: string, kind: string) =>
  `lateral aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) as acl`;
const GRANT = `acl.privilege_type || ' to ' || case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end || case when acl.is_grantable then ' with grant option' else '' end`;

/**
 * One query for everything that the migrations make, as rows of {made}: a line for each property of
 * an object, in a fixed order. The order of a table's columns is left out, because a later migration
 * can only append.
 */
export const CATALOGUE = `select made from (
  select format('schema %s: %s', nspname, ${GRANT}) as made
    from pg_namespace, ${grantsOf('nspacl', 'nspowner', 'n')} where nspname in ${SCHEMAS}
  union all select format('default privileges of %s in %s for %s: %s', defaclrole::regrole, coalesce(nspname, 'every schema'), defaclobjtype, ${GRANT})
    from pg_default_acl left join pg_namespace n on n.oid = defaclnamespace, lateral aclexplode(defaclacl) as acl
  union all select format('relation %s: kind %s, owner %s, row security %s %s, options %s', oid::regclass, relkind, relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions)
    from pg_class where relkind <> 'i' and ${inSchemas('relnamespace')}
  union all select format('relation %s: %s', oid::regclass, ${GRANT})
    from pg_class, ${grantsOf('relacl', 'relowner', 'r')} where relkind in ('r', 'v', 'm', 'p') and ${inSchemas('relnamespace')}
  union all select format('sequence %s: %s', oid::regclass, ${GRANT})
    from pg_class, ${grantsOf('relacl', 'relowner', 's')} where relkind = 'S' and ${inSchemas('relnamespace')}
  union all select format('sequence %s: %s', seqrelid::regclass, row(seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle))
    from pg_sequence join pg_class on pg_class.oid = seqrelid where ${inSchemas('relnamespace')}
  union all select format('column %s.%s: %s, not null %s, default %s, collation %s, generated "%s%s"', attrelid::regclass, attname, format_type(atttypid, atttypmod),
      attnotnull, pg_get_expr(adbin, adrelid), attcollation, attidentity, attgenerated)
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'm', 'p') and ${inSchemas('relnamespace')}
  union all select format('column %s.%s: %s', attrelid::regclass, attname, ${GRANT})
    from pg_attribute join pg_class on pg_class.oid = attrelid, lateral aclexplode(attacl) as acl where not attisdropped and ${inSchemas('relnamespace')}
  union all select format('constraint %s of %s: %s, validated %s', conname, conrelid::regclass, pg_get_constraintdef(oid), convalidated)
    from pg_constraint where ${inSchemas('connamespace')}
  union all select format('index %s', pg_get_indexdef(indexrelid))
    from pg_index join pg_class on pg_class.oid = indrelid where ${inSchemas('relnamespace')}
  union all select format('trigger on %s: %s, enabled %s', tgrelid::regclass, pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal and ${inSchemas('relnamespace')}
  union all select format('policy %s on %I.%I: %s %s to %s, using (%s), with check (%s)', policyname, schemaname, tablename, permissive, cmd, roles, qual, with_check)
    from pg_policies where schemaname in ${SCHEMAS}
  union all select format('function %s: owner %s, %s', oid::regprocedure, proowner::regrole, pg_get_functiondef(oid))
    from pg_proc where ${inSchemas('pronamespace')}
  union all select format('function %s: %s', oid::regprocedure, ${GRANT})
    from pg_proc, ${grantsOf('proacl', 'proowner', 'f')} where ${inSchemas('pronamespace')}
  union all select format('type %s', oid::regtype) from pg_type where typtype <> 'c' and typelem = 0 and ${inSchemas('typnamespace')}
  union all select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension
  union all select format('bucket %s', to_jsonb(b) - 'created_at' - 'updated_at') from storage.buckets b
  union all select format('flood settings %s', to_jsonb(s) - 'secret') from private.flood_settings s
  union all select format('retention %s', to_jsonb(r)) from private.retention r
  union all select format('epochs: %s', count(*)) from private.sync_epoch
  union all select format('revision: %s', last_value) from private.revision
) as catalogue order by made collate "C"`;
