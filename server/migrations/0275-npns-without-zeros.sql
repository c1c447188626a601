-- Files are read without the zeros that carriers put in front of an NPN; agents that were entered with them get the same number.
update agents a set npn = ltrim(a.npn, '0')
where a.npn ~ '^0+[1-9][0-9]*$'
  and not exists (select from agents o where o.id <> a.id and ltrim(o.npn, '0') = ltrim(a.npn, '0') and (o.npn !~ '^0' or o.id < a.id));
