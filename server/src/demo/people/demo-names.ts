/** A group of names as in the census of the four states: given names by sex, family names. */
export interface NameGroup {
  women: readonly string[]
  men: readonly string[]
  families: readonly string[]
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Spanish names with their accents. */
export const spanish: NameGroup = {
  women: words(`
    María Ana Marisol Guadalupe Carmen Rosa Yolanda Leticia Noemí Adela Mirta Beatriz Lucía Sofía Valentina Camila
    Isabella Gabriela Daniela Alejandra Mariana Verónica Patricia Silvia Teresa Juana Margarita Elena Raquel Mónica
    Yesenia Maribel Dayana Yanet Mayra Idalmis Odalys Caridad Mercedes Esperanza Consuelo Pilar Xiomara Lourdes
    Graciela Rocío Inés Belén Ángela Lidia Nereida Yadira Natalia Paola Andrea Viviana Ximena Araceli Blanca Dolores`),
  men: words(`
    José Juan Luis Carlos Jorge Miguel Ángel Rafael Ricardo Fernando Eduardo Alejandro Roberto Francisco Javier
    Manuel Pedro Raúl Sergio Andrés Diego Felipe Leandro Ismael Reinaldo Orlando Osvaldo Lázaro Yoel Yunior Ernesto
    Gustavo Héctor Hugo Iván Jesús Joaquín Julio Leonardo Marco Mario Martín Mateo Nicolás Óscar Pablo Ramón René
    Rodrigo Salvador Santiago Sebastián Tomás Vicente Víctor Alberto Alfredo Armando César Emilio Esteban`),
  families: words(`
    Rodríguez González Hernández García Martínez López Pérez Sánchez Ramírez Torres Flores Rivera Gómez Díaz Reyes
    Morales Cruz Ortiz Gutiérrez Chávez Ramos Ruiz Álvarez Mendoza Vásquez Castillo Jiménez Moreno Romero Herrera
    Medina Aguilar Garza Castro Guzmán Vargas Fernández Méndez Muñoz Salazar Soto Vega Núñez Peña Delgado Ríos
    Contreras Guerrero Sandoval Ortega Estrada Figueroa Cabrera Acosta Suárez Valdés Quiñones Echeverría Zaldívar
    Beltrán Monteagudo Bustamante Arancibia Villalobos Figueredo Arrieta Casanova Montenegro Ibáñez Páez Santana
    Alfonso Perdomo Leyva Quintero Cárdenas Zamora Fuentes Molina Cordero Espinoza Treviño Cantú Benavides`),
}

export const english: NameGroup = {
  women: words(`
    Jennifer Lisa Mary Patricia Linda Barbara Susan Jessica Sarah Karen Nancy Margaret Ashley Emily Donna Michelle
    Carol Amanda Melissa Deborah Stephanie Rebecca Laura Sharon Cynthia Kathleen Amy Shirley Angela Helen Anna
    Brenda Pamela Nicole Samantha Katherine Christine Debra Rachel Heather Diane Julie Joyce Victoria Kelly Christina
    Lauren Joan Evelyn Olivia Judith Megan Cheryl Martha Andrea Frances Hannah Jacqueline Ann Bridget Priscilla Dana`),
  men: words(`
    James Robert John Michael David William Richard Thomas Christopher Daniel Matthew Mark Donald Steven Paul Andrew
    Joshua Kenneth Kevin Brian George Timothy Ronald Edward Jason Jeffrey Ryan Jacob Gary Nicholas Eric Jonathan
    Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Frank Raymond Patrick Jack Dennis Jerry Tyler Aaron
    Henry Douglas Adam Nathan Zachary Kyle Walter Curtis Wendell Derrick Jerome Russell Wayne Travis Dale Craig`),
  families: words(`
    Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Thompson
    White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Nelson Baker Hall Campbell
    Mitchell Carter Roberts Turner Phillips Parker Evans Edwards Collins Stewart Morris Murphy Cook Rogers Morgan
    Cooper Peterson Bailey Reed Kelly Howard Ward Cox Richardson Wood Watson Brooks Bennett Gray Hughes Price Myers
    Foster Sanders Ross Long Powell Sullivan Russell Jenkins Perry Butler Barnes Fisher Holloway Kingsley Brookfield
    Sommers Wexler Pruitt Tillman Vance Avery Marlowe O'Brien O'Neal McDaniel McCoy Whitfield Blankenship Daniels`),
}

export const black: NameGroup = {
  women: words(`
    Keisha Tamika Latoya Ebony Jasmine Aaliyah Imani Kiara Monique Tiffany Danielle Shanice Alicia Yvonne Gloria
    Dorothy Ruby Vanessa Renee Tanya Denise Regina Wanda Crystal Kimberly Tasha Nia Zuri Brianna Destiny Gabrielle`),
  men: words(`
    Darnell Terrence Marcus Malik Andre Tyrone Jamal DeShawn Reginald Maurice Isaiah Elijah Xavier Cedric Lamar
    Dwayne Antoine Clarence Leroy Calvin Curtis Jerome Terrell Darius Devin Jalen Trevon Quentin Roderick Vernon`),
  families: words(`
    Washington Jefferson Booker Banks Joseph Charles Williams Johnson Jackson Brown Davis Robinson Harris Coleman
    Simmons Jenkins Henderson Bryant Alexander Griffin Hayes Gaines Dorsey Rowe Mosley Pierre Jean-Baptiste
    Saint-Louis Desrosiers Toussaint Baptiste Etienne Francois Campbell Grant Bailey Gordon Reid`),
}

export const asian: NameGroup = {
  women: words('Linh Mai Thuy Huong Lan Priya Anjali Deepa Kavita Mei Li Grace Jin Soo Joy Maricel Fatima Aisha Nadia'),
  men: words('Minh Tuan Hung Dung Khoa Raj Amit Vijay Sanjay Wei Jun David Kevin Daniel Jae Rommel Omar Ahmed Imran'),
  families: words('Nguyen Tran Le Pham Hoang Patel Shah Reddy Singh Kumar Chen Wang Li Zhang Kim Park Santos Khan Ali'),
}

/** Street names for every county. */
export const streets: readonly string[] = [
  ...words('Main Oak Pine Maple Cedar Elm Lake Park Washington Jefferson Lincoln Church River Spring Hickory Magnolia'),
  ...words('Palmetto Cypress Dogwood Peachtree Live_Oak Azalea Mockingbird Heron Pelican Bluebonnet Pecan Juniper'),
  ...words('Sunset Sunrise Meadow Ridge Highland Forest Orchard Willow Chestnut Birch Laurel Hawthorne Bayshore'),
].map((street) => street.replace('_', ' '))

export const streetKinds: readonly string[] = words('St St Ave Ave Rd Dr Dr Ln Ct Blvd Way Pl Ter Cir Trl')
