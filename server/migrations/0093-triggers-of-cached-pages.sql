-- List pages are not cached any more (decision 093). Only cached pages depended on the names of agents and carriers and on the
-- months of a policy; its cached totals depend on policies alone.
drop trigger agents_touch_policies on agents;
drop trigger carriers_touch_policies on carriers;
drop trigger commission_years_touch on commission_years;
