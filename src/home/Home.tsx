import { Link } from 'react-router-dom';
import { useT } from '../shell/i18n.ts';

export function Home() {
  const t = useT();
  return (
    <main id="content" className="home">
      <title>{t('app.name')}</title>
      <p className="home-name">{t('app.name')}</p>
      <h1>{t('home.title')}</h1>
      <p>{t('home.text')}</p>
      <p>
        <Link className="home-open" to="/stocks/screener">
          {t('home.open')}
        </Link>
      </p>
    </main>
  );
}
