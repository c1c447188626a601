-- Terms of use, whose text is the agency's own (AUTH-03). A change adds a version; earlier ones stay readable.
create table terms_versions (
  version int primary key constraint terms_versions_from_one check (version > 0),
  -- The agency's day on which the version was saved.
  effective_on date not null,
  english text not null constraint terms_versions_english check (length(english) between 1 and 20000),
  spanish text not null constraint terms_versions_spanish check (length(spanish) between 1 and 20000),
  saved_by bigint references users
);

-- A first text for a new agency. `{agency}` stands for its name.
insert into terms_versions (version, effective_on, english, spanish)
values (1, (now() at time zone 'America/New_York')::date, $english$# Who may use this portal
These pages belong to {agency}, a licensed health insurance agency. You may use them if you are at least 18 years old and use them for yourself, for your household, or for work that the agency gave you.

# Your account
- Your user name and password are yours alone. Do not share them.
- Tell the agency at once if you believe that someone else uses your account.
- The agency may end access that is misused or no longer needed.

# What you tell us
Information that you enter must be true and complete, because coverage and tax credits depend on it. Tell us when your address, household or income changes.

# Health and personal information
This portal holds personal health information. Open only what you need, and use it only for health coverage. Activity is recorded and reviewed. The Privacy Notice says how information is used and protected.

# Plans, prices and credits
Plans and prices come from the carriers and the marketplace. Estimates of tax credits are not a decision: the marketplace decides. Coverage begins only when the carrier confirms it and the first premium is paid.

# The agency's role
The agency is not the government and not the Health Insurance Marketplace. It may be paid by carriers for enrollments; you pay the same premium with or without its help.

# Changes of these terms
When these terms change, the new text stands here with its date, and earlier texts stay available. If you continue to use the portal, the new terms apply.

# Questions
Call or write to {agency}; the links are at the end of this page.$english$, $spanish$# Quién puede usar este portal
Estas páginas pertenecen a {agency}, una agencia de seguros de salud con licencia. Puede usarlas si tiene al menos 18 años y las usa para usted, para su hogar o para el trabajo que la agencia le encargó.

# Su cuenta
- Su nombre de usuario y su contraseña son solo suyos. No los comparta.
- Avise de inmediato a la agencia si cree que otra persona usa su cuenta.
- La agencia puede cerrar un acceso que se use mal o que ya no sea necesario.

# Lo que usted nos informa
La información que usted escribe debe ser verdadera y completa, porque de ella dependen la cobertura y los créditos fiscales. Avísenos cuando cambien su dirección, su hogar o sus ingresos.

# Información personal y de salud
Este portal contiene información personal de salud. Abra solo lo que necesite y úselo solo para la cobertura de salud. La actividad se registra y se revisa. El Aviso de privacidad explica cómo se usa y se protege la información.

# Planes, precios y créditos
Los planes y los precios provienen de las aseguradoras y del mercado de seguros. Las estimaciones de los créditos fiscales no son una decisión: la toma el mercado de seguros. La cobertura comienza solo cuando la aseguradora la confirma y se paga la primera prima.

# La función de la agencia
La agencia no es el gobierno ni el Mercado de Seguros Médicos. Las aseguradoras pueden pagarle por las inscripciones; usted paga la misma prima con o sin su ayuda.

# Cambios de estas condiciones
Cuando estas condiciones cambian, el texto nuevo aparece aquí con su fecha, y los textos anteriores siguen disponibles. Si continúa usando el portal, se aplican las condiciones nuevas.

# Preguntas
Llame o escriba a {agency}; los enlaces están al final de esta página.$spanish$);
