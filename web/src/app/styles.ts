import '@fontsource-variable/inter/wght.css';
import '../kit/theme/tokens.css';
import '../kit/theme/motion.css';
import './page.css';
import '../kit/theme/print.css';
