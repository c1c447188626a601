-- runs with: 0372
-- What had rightly come for a month when the carrier first owed more for it: what comes after it is recovered (decision 316).
alter table variances add column came_before numeric(14, 2);
update variances set came_before = case when closed_at is null
    then received - case when class = 'wrong agent or NPN' and received >= stake then stake else 0 end
    else received - recovered end
where class in ('missing', 'short', 'renewal rate on new business', 'wrong agent or NPN', 'chargeback not returned');
