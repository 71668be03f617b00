/// The drawing of ``SampleModels/superheroes``.
let superheroesElements = #"""
    <g class="lines">
    <g class="line connection" data-ends="0 1"><title>Superhero.teams → 0..* Team · Team.heroes → 0..* Superhero</title><path class="reach" d="M212 87L264 87"/><path class="stroke" d="M212 87L264 87"/><path class="sign" d="M251 87L264 81M251 87L264 93"/><circle class="ring" cx="247" cy="87" r="4"/><path class="sign" d="M225 87L212 81M225 87L212 93"/><circle class="ring" cx="229" cy="87" r="4"/></g>
    </g>
    <g class="boxes">
    <g class="entity color-1" id="entity-0" tabindex="0" role="img" aria-label="Superhero" transform="translate(0 0)"><title>Superhero: 2 attributes, 1 relationship</title><rect class="back" width="212" height="102" rx="9"/><path class="header" d="M0 32V9a9 9 0 0 1 9-9H203a9 9 0 0 1 9 9V32Z"/><g class="near"><text class="name" x="14" y="21">Superhero</text>
    <g class="row attribute optional" data-name="name"><title>name: String, optional</title><rect class="row-back" x="1" y="37" width="210" height="20"/><text class="key" x="16" y="51">name</text><text class="details" x="198" y="51"><tspan class="type">String?</tspan></text></g>
    <g class="row attribute" data-name="universe"><title>universe: Integer 32, required, default 0, scalar</title><rect class="row-back" x="1" y="57" width="210" height="20"/><text class="key" x="16" y="71">universe</text><text class="details" x="198" y="71"><tspan class="type">Integer 32</tspan><tspan class="default"> = 0</tspan></text></g>
    <path class="rule-line" d="M0 77H212"/><g class="row relationship optional" data-name="teams"><title>teams: 0..* Team, optional, on delete nullify, inverse heroes</title><rect class="row-back" x="1" y="77" width="210" height="20"/><text class="key" x="16" y="91">teams</text><text class="details" x="198" y="91"><tspan class="destination">Team</tspan><tspan class="multiplicity"> 0..*</tspan><tspan class="rule nullify"> nullify</tspan></text></g>
    </g><text class="overview" font-size="30"><tspan x="106" y="62">Superhero</tspan></text><rect class="frame" width="212" height="102" rx="9"/></g>
    <g class="entity color-1" id="entity-1" tabindex="0" role="img" aria-label="Team" transform="translate(264 20)"><title>Team: 1 attribute, 1 relationship</title><rect class="back" width="255" height="82" rx="9"/><path class="header" d="M0 32V9a9 9 0 0 1 9-9H246a9 9 0 0 1 9 9V32Z"/><g class="near"><text class="name" x="14" y="21">Team</text>
    <g class="row attribute optional" data-name="name"><title>name: String, optional</title><rect class="row-back" x="1" y="37" width="253" height="20"/><text class="key" x="16" y="51">name</text><text class="details" x="241" y="51"><tspan class="type">String?</tspan></text></g>
    <path class="rule-line" d="M0 57H255"/><g class="row relationship optional" data-name="heroes"><title>heroes: 0..* Superhero, optional, on delete nullify, inverse teams</title><rect class="row-back" x="1" y="57" width="253" height="20"/><text class="key" x="16" y="71">heroes</text><text class="details" x="241" y="71"><tspan class="destination">Superhero</tspan><tspan class="multiplicity"> 0..*</tspan><tspan class="rule nullify"> nullify</tspan></text></g>
    </g><text class="overview" font-size="30"><tspan x="127" y="52">Team</tspan></text><rect class="frame" width="255" height="82" rx="9"/></g>
    </g>

    """#
