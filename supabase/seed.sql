-- Local only: something to look at on a fresh start. The hosted project starts empty.
insert into public.careers (title, location, type, description, requirements, created_at) values
  ('Residential Cleaner', 'Paisley', 'Full-time',
    'Clean regular homes in and around Paisley, with the same customers each week.',
    array['Experience in domestic cleaning', 'Careful with people''s belongings', 'Full driving licence'],
    now() - interval '2 days'),
  ('Commercial Cleaner (Evenings)', 'Glasgow City Centre', 'Part-time',
    'Clean offices after working hours as one of a team of three, Monday to Friday from 6pm to 9pm.',
    array['Reliable in the evenings', 'Able to work in a team'],
    now() - interval '5 days'),
  ('Deep Cleaning Team Leader', 'Renfrewshire', 'Full-time',
    'Lead a team of four on deep cleans and end-of-tenancy work, from the risk assessment to the final walk-through.',
    array['Two years in professional cleaning', 'Experience in leading a team', 'Knowledge of COSHH', 'Full driving licence'],
    now() - interval '9 days'),
  ('Window Cleaner', 'Glasgow and Paisley', 'Contract',
    'Clean windows of homes, shops and low-rise offices with a pure-water pole system.',
    array['Comfortable with working outdoors'],
    now() - interval '16 days'),
  ('Weekend Cleaner', 'Paisley', 'Casual', 'Help with event clean-ups and move-outs on Saturdays and Sundays. Training is given.',
    null,
    now() - interval '23 days');

insert into public.testimonials (name, role, rating, quote, created_at) values
  ('Homeowner in Paisley', 'Sample review', 5, 'The house was spotless from the skirting boards to the light switches.', now() - interval '1 day'),
  ('Office in Glasgow', 'Sample review', 5, 'Our office is ready every morning without us giving it a thought.', now() - interval '4 days'),
  ('Tenant in Renfrew', 'Sample review', 4, 'A thorough move-out clean; we got the whole deposit back.', now() - interval '8 days'),
  ('Homeowner in Johnstone', 'Sample review', 5, 'Friendly, on time and careful with everything they touched.', now() - interval '13 days'),
  ('Landlord in Glasgow', 'Sample review', 5, 'The kitchen hasn''t looked like this since the day it was fitted.', now() - interval '19 days'),
  ('Family in Barrhead', 'Sample review', 4, 'After the builders had left, they had the dust gone in a day.', now() - interval '26 days'),
  ('Homeowner in Renfrew', 'Sample review', 5, 'No harsh smells: they used the eco-friendly products we asked for.', now() - interval '34 days'),
  ('Couple in Paisley', 'Sample review', 5, 'The hall was back to normal an hour after our wedding party.', now() - interval '43 days');
